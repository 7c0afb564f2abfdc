/** Defined by the first line of the published file: the script's texts, and the name of the file with the matcher's words. */
declare const words: import('../model/labels.ts').SearchWords & { readonly lists: string }

type PageWords = import('../model/labels.ts').PageWords
/** The words of the script of every page, in the language of the page. */
declare const pageWords: PageWords
