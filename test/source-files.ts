import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastGlob from 'fast-glob'
import { parseSync } from 'vite'

/* The program's own source as syntax trees. */

const src = fileURLToPath(new URL('../src', import.meta.url))

export interface SourceFile {
  /** Imported and re-exported modules, types included: files of `src` by their path, packages by their name. */
  readonly imports: readonly string[]
  readonly functions: readonly SourceFunction[]
  readonly lines: number
}

export interface SourceFunction {
  /** Of its first line, from 1. */
  readonly line: number
  readonly lines: number
  /** Cyclomatic complexity, without the functions inside. */
  readonly complexity: number
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** Every TypeScript file below `src`, by its path there. */
export function readSourceFiles(): Map<string, SourceFile> {
  const paths = fastGlob.sync('**/*.ts', { cwd: src }).sort()
  return new Map(paths.map((path) => [path, readSourceFile(path)]))
}

function readSourceFile(path: string): SourceFile {
  const text = readFileSync(join(src, path), 'utf8')
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const nodes = [...nodesBelow(program as unknown as Node)]
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  return {
    lines: text.trimEnd().split('\n').length,
    imports: nodes.flatMap(({ type, source }) => {
      const name = /^(?:Import|Export)/.test(type) && (source as Node | null)?.value
      if (typeof name !== 'string') return []
      return name.startsWith('.') ? [join(dirname(path), name)] : [name]
    }),
    functions: nodes.filter(isFunction).map((node) => ({
      line: lineAt(node.start),
      lines: lineAt(node.end) - lineAt(node.start) + 1,
      complexity: 1 + countBranches(node),
    })),
  }
}

const isFunction = ({ type }: Node): boolean =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'

const branches =
  /^(?:If|For|ForIn|ForOf|While|DoWhile)Statement$|^(?:Conditional|Logical)Expression$|^CatchClause$/

function countBranches(node: Node): number {
  return childrenOf(node).reduce((count, child) => {
    if (isFunction(child)) return count
    const own = branches.test(child.type) || (child.type === 'SwitchCase' && child.test !== null)
    return count + Number(own) + countBranches(child)
  }, 0)
}

function* nodesBelow(node: Node): Generator<Node> {
  yield node
  for (const child of childrenOf(node)) yield* nodesBelow(child)
}

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string')
