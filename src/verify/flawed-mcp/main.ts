import { isStdioFlaw } from './flaw.ts'
import { httpServer } from './serve-http.ts'
import { serve } from './serve-stdio.ts'

// A program of its own: `node main.js FLAW` speaks over standard input and output, `node main.js http PORT` listens.
const [what = 'none', port = ''] = process.argv.slice(2)
if (what === 'http') httpServer().listen(Number(port), '127.0.0.1')
else if (isStdioFlaw(what)) serve(what)
else throw new Error(`no such flaw: ${what}`)
