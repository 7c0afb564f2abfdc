// Measures the preview: `npx tsx scripts/preview-time.ts CONTENT FILE [SAVES]` saves FILE (relative to CONTENT) again and
// again and prints how long the changed page takes to reach the browser.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [content, file, saves = '20'] = process.argv.slice(2)
if (!content || !file) {
  console.error('usage: npx tsx scripts/preview-time.ts CONTENT FILE [SAVES]')
  process.exit(2)
}
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
const main = fileURLToPath(new URL('../lib/cli/main.js', import.meta.url))
const begun = performance.now()
const dev = spawn(process.execPath, [main, 'dev', '--content', content], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
let printed = ''
const home = await new Promise<URL>((done) => {
  dev.stdout.on('data', (data) => {
    printed += data
    const [, address] = /at (http:\S+)/.exec(printed) ?? []
    if (address) done(new URL(address))
  })
})
console.log(`ready after ${((performance.now() - begun) / 1000).toFixed(1)} s`)

const at = `${home.pathname}/${file.replace(/\.md$/, '')}`
const stream = await fetch(`${home.origin}/__preview/events?${new URLSearchParams({ at, tag: '' })}`)
let heard = ''
let onHeard = () => {}
void (async () => {
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += chunk
    onHeard()
  }
})().catch(() => {})

const text = readFileSync(join(content, file), 'utf8')
const times: number[] = []
for (let save = 0; save < Number(saves); save++) {
  await pause(700)
  const mark = `Saved${save}times`
  const arrived = new Promise<void>((done) => {
    onHeard = () => {
      if (heard.includes(mark)) done()
    }
  })
  const saved = performance.now()
  writeFileSync(join(content, file), text.replace('## Fix\n', `## Fix\n\n${mark}.\n`))
  await arrived
  times.push(performance.now() - saved)
}
writeFileSync(join(content, file), text)
times.sort((a, b) => a - b)
const [least, median, most] = [0, times.length >> 1, times.length - 1].map((at) => times[at]?.toFixed(0))
console.log(`save to page: ${least} ms at best, ${median} ms median, ${most} ms at worst of ${times.length}`)
await pause(300)
dev.kill('SIGINT')
