import { fakeApi } from './server.ts'

// Started in a page's sandbox as `node main.js PORT [VARIANT]`. The only keys that it accepts are in its environment.
const [port, variant] = process.argv.slice(2)
fakeApi(variant, process.env).listen(Number(port), '127.0.0.1')
