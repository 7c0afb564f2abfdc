import type { PageExample, Rule } from './rule.ts'

/*
 * Problems that are reported where files are read and parsed (src/content), because nothing can be checked after them.
 */

const at = (path: string): { files: Record<string, PageExample> } => ({ files: { [path]: {} } })
const page = 'solutions/auth/a.md'

const fileRules: readonly Rule[] = [
  {
    code: 'file/kind',
    why: 'A link or a device would publish what lies outside of the content folder.',
    good: [at(page)],
    bad: [{ files: { [page]: { link: '../../site.yaml' } } }],
  },
  {
    code: 'file/path',
    why: 'The path of a file becomes its address: `solutions/<category>/<slug>.md` or `guides/<name>.md`.',
    good: [at(page)],
    bad: [at('solutions/authentication/a.md'), at('solutions/a.md'), at('a.md')],
  },
  {
    code: 'file/name',
    why: 'The name of a file becomes the last part of its address, on every file system and in every shell.',
    good: [at('solutions/auth/token-expired-401.md')],
    bad: [at('solutions/auth/Token_expired.md'), at('solutions/auth/con.md'), at('solutions/auth/a.txt')],
  },
  {
    code: 'file/size',
    why: 'One error, one page: no page for readers is longer than 64 KiB.',
    good: [at(page)],
    bad: [{ files: { [page]: 'The log goes on and on.\n'.repeat(3000) } }],
  },
  {
    code: 'file/encoding',
    why: 'Files are UTF-8. Other bytes would be shown as other letters.',
    good: [at(page)],
    bad: [{ files: { [page]: { latin1: 'caf\u00e9' } } }],
  },
  {
    code: 'file/complexity',
    why: 'Parsers take very long on what no author writes, such as a row of a thousand quote marks.',
    good: [{ fix: 'Set `PATH`.\n\n> It says:\n> > Read the documentation.' }],
    bad: [
      { fix: `Set it.\n\n${'>'.repeat(100)} quoted` },
      { fix: `Set it.\n\n${'**word** '.repeat(150)}` },
      { fix: `Set it.\n\n${'word '.repeat(1300)}` },
    ],
  },
]

const text = (frontmatter: string) => ({ files: { [page]: `${frontmatter}\n## Symptom\n\n- It fails.\n` } })

const frontmatterRules: readonly Rule[] = [
  {
    code: 'frontmatter/missing',
    why: 'A file starts with its frontmatter: YAML between two lines that are exactly `---`.',
    good: [{}],
    bad: [text(''), text('---js\ntitle: "x"\n---\n'), text('---\ntitle: x\n--- and text\n')],
  },
  {
    code: 'frontmatter/size',
    why: 'Frontmatter is for keys of at most 2,048 bytes together; explanations belong into the page.',
    good: [{}],
    bad: [
      text(`---\ntitle: x\nerrors:\n${'  - "Error: the same line, over and over again"\n'.repeat(60)}---\n`),
    ],
  },
  {
    code: 'frontmatter/yaml',
    why: 'The keys are plain YAML, without anchors, aliases, tags and repeated keys.',
    good: [{ title: 'Error: no such file' }],
    bad: [text('---\ntitle: Error: no such file\n---\n'), text('---\ntitle: x\ntitle: y\n---\n')],
  },
  {
    code: 'frontmatter/unknown-key',
    why: 'A key that nothing reads is a typing error, or a promise that nobody keeps.',
    good: [{ frontmatter: 'retry: backoff' }],
    bad: [{ frontmatter: 'retries: backoff' }, { frontmatter: 'slug: npx-enoent' }],
  },
  {
    code: 'frontmatter/value',
    why: 'Programs read the keys, so each has one shape.',
    good: [{ frontmatter: 'evidence: confirmed\nreviewed: 2026-11-20' }],
    bad: [
      { frontmatter: 'evidence: sure' },
      { frontmatter: 'reviewed: yesterday' },
      { frontmatter: 'lang: xx' },
      text('---\nerrors: [spawn npx ENOENT]\n---\n'),
    ],
  },
  {
    code: 'frontmatter/expected',
    severity: 'warning',
    why: 'A first draft may lack keys that a good page has: messages, products, evidence, source, advice to retry, attempts, day of review.',
    good: [{}],
    bad: [{ files: { [page]: '---\ntitle: spawn npx ENOENT\n---\n' } }],
  },
]

const sections = (body: string): PageExample => ({ body })
const [symptom, cause, fix, environment] = [
  '## Symptom\n\n- `spawn npx ENOENT`\n\n',
  '## Root Cause\n\nThe `PATH` is short.\n\n',
  '## Fix\n\nWrite the full path into `config.json`.\n\n',
  '## Environment\n\nmacOS 14.\n',
] as const

const sectionRules: readonly Rule[] = [
  {
    code: 'section/missing',
    why: 'Every page has Symptom, Root Cause, Fix and Environment: readers and programs rely on them.',
    good: [sections(symptom + cause + fix + environment)],
    bad: [sections(symptom + fix + environment)],
  },
  {
    code: 'section/unknown',
    why: 'Programs cut pages at their second-level headings, so these are the sections of the format only.',
    good: [sections(`${symptom}${cause}${fix}### Verify\n\nRun \`npx\`.\n\n${environment}`)],
    bad: [sections(`${symptom}${cause}${fix}## Notes\n\nSee the thread.\n\n${environment}`)],
  },
  {
    code: 'section/order',
    why: 'All pages have their sections in the same order, so that a reader finds them without a search.',
    good: [sections(symptom + cause + fix + environment)],
    bad: [sections(symptom + fix + cause + environment)],
  },
  {
    code: 'section/duplicate',
    why: 'A second section of the same name is lost to everyone who reads the first.',
    good: [sections(symptom + cause + fix + environment)],
    bad: [sections(symptom + cause + fix + fix + environment)],
  },
  {
    code: 'section/empty',
    why: 'A heading without text promises what is not there.',
    good: [sections(symptom + cause + fix + environment)],
    bad: [sections(`${symptom}${cause}${fix}## Environment\n`)],
  },
  {
    code: 'section/stray-text',
    why: 'Text before the first section is part of no section, so programs that read sections miss it.',
    good: [sections(symptom + cause + fix + environment)],
    bad: [sections(`Hello.\n\n${symptom}${cause}${fix}${environment}`)],
  },
  {
    code: 'section/title-heading',
    why: 'The title is in the frontmatter; a second one would compete with it.',
    good: [sections(symptom + cause + fix + environment)],
    bad: [sections(`# spawn npx ENOENT\n\n${symptom}${cause}${fix}${environment}`)],
  },
]

const site = `site: catalog
base_url: https://catalog.example.org
`

const siteConfig: Rule = {
  code: 'site/config',
  why: 'The configuration and the templates hold for every page, so a preview keeps the last ones that worked. A build stops.',
  good: [at(page)],
  bad: [{ files: { 'site.yaml': site } }, { files: { 'site.yaml': `${site}title: "Errors\n` } }],
}

export const formatRules = [...fileRules, ...frontmatterRules, ...sectionRules, siteConfig]
