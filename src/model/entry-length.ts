/** Characters that an entry of the index has of a page's fix and symptom. Apart from the schemas, for the browser's sake. */
export const fixLength = 200
export const symptomLength = 300
