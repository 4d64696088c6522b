import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Label } from '#src/resource/description.ts'
import type { Node } from '#src/resource/registry.ts'

// Imports of an exam are resources that are made for it. Server and browser describe them alike.

/** What an import needs to know of its exam. */
export type ImportedExam = { id: number; name: string }

/** The names of the resources, before the id of the exam. */
export const importNames = { scores: 'exam-score', roster: 'exam-roster' } as const

type Kind = keyof typeof importNames

const menus = { scores: 'exam/data', roster: 'exam/candidate' } as const
const nodes = { scores: 'exam/data/enter', roster: 'exam/candidate/edit' } as const satisfies Record<Kind, Node>
const titles = { scores: m.examImport_scores, roster: m.examImport_roster }

/** The key of an import of an exam. */
export const importKey = (kind: Kind, examId: number): string => `${importNames[kind]}:${examId}`

/** The description of an import of an exam. Its columns are those of the file, which the server knows. */
export function importDescription(kind: Kind, { id, name }: ImportedExam): Description {
  const title: Label = {
    'zh-cn': titles[kind]({ exam: name }, { locale: 'zh-cn' }),
    en: titles[kind]({ exam: name }, { locale: 'en' }),
  }
  return {
    key: importKey(kind, id),
    menu: menus[kind],
    importNode: nodes[kind],
    title,
    rowTitle: 'number',
    lines: true,
    fields: [{ name: 'number', type: 'text', label: m.candidate_number, readOnly: true }],
    quickSearch: [],
    sorts: [],
    defaultOrder: 'number,asc',
  }
}
