/** The script's texts in the catalog's language, defined by the first line of the published file. */
declare const words: import('../model/labels.ts').SearchWords

type PageWords = import('../model/labels.ts').PageWords
/** The words of the script of every page, by language; the catalog's own language comes first. */
declare const pageWords: Readonly<Record<string, PageWords>>
