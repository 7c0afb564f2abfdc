/*
 * What a page may be made of. Everything that is not here is a finding, so a new template element comes here first,
 * where a reviewer sees it.
 */

/** Attributes that any element may carry. */
export const anywhere: readonly string[] = ['class', 'id', 'lang', 'dir', 'itemprop', 'itemscope', 'itemtype']

/** Elements with the further attributes that they may carry. */
export const elements: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    html: [],
    head: [],
    meta: ['charset', 'http-equiv', 'name', 'property', 'content'],
    title: [],
    link: ['rel', 'href', 'type', 'title', 'hreflang', 'sizes'],
    body: [],
    header: [],
    nav: ['aria-label', 'aria-labelledby'],
    main: [],
    article: [],
    section: [],
    footer: [],
    div: ['role', 'tabindex', 'aria-label'],
    h1: [],
    h2: [],
    h3: [],
    h4: [],
    h5: [],
    h6: [],
    p: [],
    ul: [],
    ol: ['start'],
    li: [],
    dl: [],
    dt: [],
    dd: [],
    table: [],
    thead: [],
    tbody: [],
    tr: [],
    th: ['align', 'scope'],
    td: ['align'],
    blockquote: [],
    pre: ['tabindex'],
    code: [],
    span: [],
    kbd: [],
    strong: [],
    em: [],
    del: [],
    hr: [],
    br: [],
    time: ['datetime'],
    a: ['href', 'rel', 'aria-current', 'aria-labelledby'],
    // The search form.
    search: [],
    form: ['action', 'method', 'role'],
    label: ['for'],
    input: ['type', 'name', 'autocomplete', 'required', 'maxlength', 'aria-label', 'placeholder'],
    textarea: ['name', 'rows', 'maxlength', 'spellcheck', 'autocapitalize'],
    select: ['name'],
    option: ['value', 'selected'],
    button: ['type'],
    output: ['for', 'aria-live'],
    script: ['type', 'src', 'defer', 'async'],
  }),
)

/** Elements that bring another document or a running program onto the page. */
export const embeds: ReadonlySet<string> = new Set([
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'applet',
  'portal',
  'fencedframe',
  'base',
])

/** Attributes that make a browser fetch something without a click. */
export const fetched: ReadonlySet<string> = new Set([
  'src',
  'srcset',
  'imagesrcset',
  'poster',
  'background',
  'data',
  'ping',
  'manifest',
  'xlink:href',
])

/** What `<meta name>` may say: how to show the page. The description is proven against the page's text instead. */
export const metaValues: ReadonlyMap<string, RegExp> = new Map([
  ['description', /./s],
  // Only where a page was withdrawn or superseded.
  ['robots', /^noindex$/],
  ['viewport', /^[a-z-]+=[a-z0-9.-]+(?:, ?[a-z-]+=[a-z0-9.-]+)*$/],
  ['color-scheme', /^(?:light|dark|light dark|dark light)$/],
  ['twitter:card', /^summary_large_image$/],
  ['theme-color', /^#[0-9a-fA-F]{3,8}$/],
])

/** What a text input may be: `hidden` would carry words that no one sees. */
export const inputTypes: ReadonlySet<string> = new Set(['search', 'text'])
