import { fileURLToPath } from 'node:url'

const inPackage = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The package, or the clone. */
export const packageRoot = inPackage('.')
/** Content of which a package holds the configuration, the labels and an example. */
export const packageContent = inPackage('content')
/** Page templates, the stylesheet, the icon, and the browser's side of the preview. */
export const packageTemplates = inPackage('templates')
/** What the generator says on a page, by language. */
export const packageLabels = inPackage('content/labels')
/** The search page's script, bundled. */
export const packageScript = inPackage('lib/browser/search.js')
