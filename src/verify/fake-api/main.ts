import { variants } from './keys-and-variants.ts'
import { fakeApi } from './server.ts'

// Started in a page's sandbox as `node main.js PORT [VARIANT]`.
const [port, variant] = process.argv.slice(2)
fakeApi(variants.find((name) => name === variant)).listen(Number(port), '127.0.0.1')
