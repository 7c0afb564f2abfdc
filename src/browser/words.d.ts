/** The script's texts in the catalog's language, defined by the first line of the published file. */
declare const words: import('../model/labels.ts').SearchWords

type PageWords = import('../model/labels.ts').PageWords
/** The words of the script of every page, in the language of the page. */
declare const pageWords: PageWords
