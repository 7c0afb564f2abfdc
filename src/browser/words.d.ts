/** The script's texts in the catalog's language, defined by the first line of the published file. */
declare const words: import('../model/labels.ts').SearchWords
