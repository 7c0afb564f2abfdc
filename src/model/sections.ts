/** The sections of a solution, in the contract's order. */
export const sectionKinds = [
  'symptom',
  'root-cause',
  'fix',
  'checklist',
  'token-savings',
  'environment',
] as const

export type SectionKind = (typeof sectionKinds)[number]

/** Checklist is optional; the savings are computed where they are not written by hand. */
export const requiredSections: readonly SectionKind[] = ['symptom', 'root-cause', 'fix', 'environment']
