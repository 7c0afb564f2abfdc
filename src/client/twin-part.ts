/** The body of a page's section in its Markdown twin, by the section's place in the contract's order. */
export function twinSection(twin: string, place: 'symptom' | 'root-cause' | 'fix'): string | undefined {
  const sections = splitSections(twin)
  return sections[['symptom', 'root-cause', 'fix'].indexOf(place)]
}

/** Bodies of the second-level sections; a heading inside of a fence is none. */
function splitSections(twin: string): string[] {
  const sections: string[][] = []
  let fence: string | undefined
  for (const line of twin.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined && fence === undefined) fence = mark
    else if (fence !== undefined && line.trim().startsWith(fence) && /^[`~]+$/.test(line.trim()))
      fence = undefined
    if (fence === undefined && line.startsWith('## ')) sections.push([])
    else sections.at(-1)?.push(line)
  }
  return sections.map((lines) => lines.join('\n').trim())
}
