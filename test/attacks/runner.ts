import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'parse5'
import { hiddenCharacters } from '../../src/checks/hidden-characters.ts'
import { hasErrors, type Problem } from '../../src/model/problem.ts'
import { isCategory } from '../../src/model/vocabulary.ts'
import { build } from '../../src/pipeline/build.ts'
import { check } from '../../src/pipeline/check.ts'

/** One case of an attack file; the folder's README describes the fields and the scoring. */
export interface AttackCase {
  readonly id: string
  readonly class: string
  readonly expect: 'reject' | 'neutralise' | 'allow'
  readonly input?: string
  readonly input_parts?: readonly (readonly [text: string, times: number])[]
  readonly input_base64?: string
  readonly path?: string
  readonly files?: readonly { path: string; input?: string; symlink?: string }[]
  readonly symlink?: string
  readonly must_contain?: readonly string[]
  readonly must_not_contain?: readonly string[]
  readonly must_not_contain_html?: readonly string[]
  readonly must_be_well_formed?: boolean
  readonly must_not_run?: string
  readonly time_limit_ms?: number
  readonly repeat?: number
}

export interface Verdict {
  /** Why the case fails, or undefined when it passes. */
  readonly failure?: string
  readonly crashed: boolean
  readonly milliseconds: number
  readonly codes: readonly string[]
}

const defaultLimit = 5000

export function readCases(dir: string): AttackCase[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')) as AttackCase[])
}

/** Judges one case alone, in a content folder that holds nothing else. */
export async function judge(attack: AttackCase): Promise<Verdict> {
  const root = mkdtempSync(join(tmpdir(), 'fixdex-attack-'))
  try {
    const content = join(root, 'content')
    place(attack, content)
    return await run(attack, content, join(root, 'dist'))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function run(attack: AttackCase, content: string, out: string): Promise<Verdict> {
  // Processor time, because a busy machine says nothing about the case.
  const start = process.cpuUsage()
  let problems: readonly Problem[] = []
  let built: Awaited<ReturnType<typeof build>> | undefined
  let crash: unknown
  try {
    for (let times = attack.repeat ?? 1; times > 0; times--) problems = (await check(content)).problems
  } catch (error) {
    crash = error
  }
  const milliseconds = process.cpuUsage(start).user / 1000
  const rejected = problems.filter(({ severity }) => severity === 'error')
  const verdict = (failure?: string): Verdict => ({
    crashed: crash !== undefined,
    milliseconds,
    codes: rejected.map(({ code }) => code),
    ...(failure === undefined ? {} : { failure }),
  })
  if (crash !== undefined) return verdict(`crashed: ${crash}`)
  if (milliseconds > (attack.time_limit_ms ?? defaultLimit))
    return verdict(`took ${Math.round(milliseconds)} ms`)
  if (attack.must_not_run !== undefined && attack.must_not_run in globalThis) return verdict('code ran')
  const nameless = rejected.find(({ path, line, message }) => path === '' || !(line >= 1) || message === '')
  if (nameless) return verdict('rejected without file, line and reason')
  if (attack.expect === 'reject') return verdict(hasErrors(problems) ? undefined : 'not rejected')
  if (hasErrors(problems)) {
    return verdict(
      attack.expect === 'neutralise' ? undefined : `rejected: ${rejected.map(describe).join('; ')}`,
    )
  }
  try {
    built = await build({ content, out, epoch: '1760000000' })
  } catch (error) {
    crash = error
    return verdict(`build crashed: ${error}`)
  }
  if (built.output === undefined) return verdict('check passes, build does not')
  return verdict(outputFailure(attack, out))
}

const describe = ({ code, line, column, message }: Problem): string => `${line}:${column} ${code} ${message}`

/** What is wrong with the built folder, if anything. */
function outputFailure(attack: AttackCase, out: string): string | undefined {
  const files = readdirSync(out, { recursive: true, withFileTypes: true })
    // The bytes of pictures and archives are no characters.
    .filter((entry) => entry.isFile() && !/\.(?:png|ico|tgz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const bodies = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
  const slug = placeOf(attack).slice(0, -'.md'.length)
  const page = [...bodies].find(([file]) => file.endsWith(`/solutions/${slug}.html`))?.[1]
  if (page === undefined) return 'no page was built'
  const text = visibleText(page)
  for (const wanted of attack.must_contain ?? []) {
    if (!text.includes(wanted)) return `the page does not show ${JSON.stringify(wanted)}`
  }
  for (const unwanted of attack.must_not_contain_html ?? []) {
    if (page.includes(unwanted)) return `the page’s HTML holds ${JSON.stringify(unwanted)}`
  }
  for (const [file, body] of bodies) {
    for (const unwanted of attack.must_not_contain ?? []) {
      if (body.includes(unwanted)) return `${file} holds ${JSON.stringify(unwanted)}`
    }
    if (attack.must_be_well_formed && !body.isWellFormed()) return `${file} holds half of a surrogate pair`
    const [hidden] = hiddenCharacters(body)
    if (hidden) return `${file} holds ${hidden.name}`
  }
  return activeContent(page)
}

interface HtmlNode {
  readonly nodeName: string
  readonly value?: string
  readonly attrs?: readonly { name: string; value: string }[]
  readonly childNodes?: readonly HtmlNode[]
}

function* nodesOf(node: HtmlNode): Generator<HtmlNode> {
  yield node
  for (const child of node.childNodes ?? []) yield* nodesOf(child)
}

/** The text of a page as a reader sees it. */
export function visibleText(html: string): string {
  const words: string[] = []
  const visit = (node: HtmlNode): void => {
    if (node.nodeName === '#text') words.push(node.value ?? '')
    if (node.nodeName !== 'style') node.childNodes?.forEach(visit)
  }
  visit(parse(html) as unknown as HtmlNode)
  return words.join('').replace(/[^\S\u00a0]+/g, ' ')
}

/** The script of every page, in the head of the layout. */
const ownScript =
  /<script async src="\/[\w-]+\/assets\/page(?:[.-]\w+)?\.[0-9a-f]{10}\.js"><\/script>(?=[\s\S]*<\/head>)/

/** Anything on a page that runs, loads or reacts, but for its own script. */
function activeContent(html: string): string | undefined {
  for (const node of nodesOf(parse(html.replace(ownScript, '')) as unknown as HtmlNode)) {
    if (/^(script|iframe|object|embed|img|svg|math|base|video|audio)$/.test(node.nodeName)) {
      return `the page holds <${node.nodeName}>`
    }
    for (const { name, value } of node.attrs ?? []) {
      if (/^on|^style$|^srcdoc$/.test(name)) return `the page holds the attribute ${name}`
      if (/^(href|src|action)$/.test(name) && /^\s*(javascript|data|vbscript):/i.test(value)) {
        return `the page holds the address ${value}`
      }
    }
  }
  return undefined
}

function place(attack: AttackCase, content: string): void {
  const source = fileURLToPath(new URL('../../content', import.meta.url))
  mkdirSync(join(content, 'solutions'), { recursive: true })
  const site = readFileSync(join(source, 'site.yaml'), 'utf8')
  // Drawing them takes most of such a build.
  writeFileSync(join(content, 'site.yaml'), site.replace('cards: true', 'cards: false'))
  cpSync(join(source, 'labels'), join(content, 'labels'), { recursive: true })
  const files = attack.files ?? [{ path: placeOf(attack), symlink: attack.symlink }]
  for (const [index, file] of files.entries()) {
    const target = resolve(content, 'solutions', file.path)
    mkdirSync(dirname(target), { recursive: true })
    if (file.symlink !== undefined) symlinkSync(file.symlink, target)
    else
      writeFileSync(
        target,
        'input' in file && file.input !== undefined ? file.input : index === 0 ? bytesOf(attack) : '',
      )
  }
}

function bytesOf({ input, input_parts, input_base64 }: AttackCase): string | Buffer {
  if (input_base64 !== undefined) return Buffer.from(input_base64, 'base64')
  return input ?? (input_parts ?? []).map(([text, times]) => text.repeat(times)).join('')
}

/** Below `solutions/`: as the case says, or by its category. */
function placeOf(attack: AttackCase): string {
  if (attack.path !== undefined) return attack.path
  const head = bytesOf(attack).toString('utf8').slice(0, 4096)
  const category =
    /^category:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s#]+))/m.exec(head)?.slice(1).find(Boolean) ?? ''
  return `${isCategory(category) ? category : 'general'}/${attack.id.toLowerCase()}.md`
}
