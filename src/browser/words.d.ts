/** What the script says, in the catalog's language: the first line of the published file. */
declare const words: import('../model/labels.ts').SearchWords
