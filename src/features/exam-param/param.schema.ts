import { defaultPolicy, type ExamPolicy } from '#src/features/exam-engine/params-of-scheme.ts'
import { lineCells } from '#src/features/exam-scheme/exam-scheme.cells.ts'
import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'
import { examSchemeDescription } from '#src/features/exam-scheme/exam-scheme.schema.ts'
import { type ExamParams, ownParts } from '#src/features/exams/exam.params.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { CellField, Field, Option } from '#src/resource/description.ts'

/** The parameters of an exam as a form has them: steps in marks, switches as 1 and 0. */
export type ParamForm = {
  absentZero: number
  cheatZero: number
  ratesOf: ExamPolicy['ratesOf']
  deviation: ExamPolicy['deviation']
  subjectStep: number
  totalStep: number
} & Pick<SchemeContent, (typeof ownParts)[number]>

const rates = [
  { value: 'takers', label: m.examParam_ofTakers },
  { value: 'enrolled', label: m.examParam_ofEnrolled },
] as const satisfies readonly Option[]

const deviations = [
  { value: 'sample', label: m.examParam_sample },
  { value: 'population', label: m.examParam_population },
] as const satisfies readonly Option[]

type ParamField = Field<keyof ParamForm & string>

const policyFields: readonly ParamField[] = [
  { name: 'absentZero', type: 'switch', label: m.examParam_absentZero, help: m.examParam_zeroHelp, section: 'who' },
  { name: 'cheatZero', type: 'switch', label: m.examParam_cheatZero, section: 'who' },
  {
    name: 'ratesOf',
    type: 'select',
    label: m.examParam_ratesOf,
    options: rates,
    look: 'radio',
    required: true,
    wide: true,
    section: 'statistics',
  },
  {
    name: 'deviation',
    type: 'select',
    label: m.examParam_deviation,
    options: deviations,
    look: 'radio',
    required: true,
    wide: true,
    section: 'statistics',
  },
  {
    name: 'subjectStep',
    type: 'number',
    label: m.examParam_subjectStep,
    decimals: 2,
    min: 0.5,
    max: 100,
    required: true,
    section: 'statistics',
  },
  {
    name: 'totalStep',
    type: 'number',
    label: m.examParam_totalStep,
    decimals: 2,
    min: 0.5,
    max: 200,
    required: true,
    section: 'statistics',
  },
]

const sections = [
  { key: 'who', title: m.examParam_who },
  { key: 'statistics', title: m.examParam_statistics },
  { key: 'assign', title: m.examScheme_section_assign },
  { key: 'bands', title: m.examScheme_section_bands },
  { key: 'lines', title: m.examScheme_section_lines },
] as const

/**
 * The form of the parameters: who counts and how is the exam's own; assigned scores, bands and lines are those of a
 * scheme, with the first-choice subjects of this exam to choose from.
 */
export function paramDescription(tracks: readonly { id: number; name: string }[]) {
  const parts = examSchemeDescription.fields.filter((field) => ownParts.some((name) => name === field.name))
  return {
    key: 'exam-param',
    form: { as: 'page', sections },
    fields: [
      ...policyFields,
      ...parts.map((field): ParamField => (field.name === 'lines' ? linesField(tracks) : plain(field))),
    ],
  } as const
}

function plain(field: (typeof examSchemeDescription.fields)[number]): ParamField {
  // Seam: the filter above has left the fields that a form of parameters has.
  return field as ParamField
}

function linesField(tracks: readonly { id: number; name: string }[]): ParamField {
  const options = tracks.map(({ id, name }) => ({ value: id, label: () => name }))
  return {
    name: 'lines',
    type: 'rows',
    label: m.examScheme_lines,
    maxItems: 40,
    help: m.examScheme_linesHelp,
    section: 'lines',
    fields: lineCells.flatMap((cell): CellField[] => {
      if (cell.name !== 'subjectId') return [cell]
      return options.length === 0 ? [] : [{ name: 'subjectId', type: 'select', label: cell.label, options }]
    }),
  }
}

/** The parameters of an exam as its form has them. */
export function formOfParams(content: SchemeContent, params: ExamParams | null): ParamForm {
  const { zeroFor, ratesOf, deviation, steps } = params?.policy ?? defaultPolicy
  const { assign, assignBands, assignFlat, assignZero, bands, lines } = params ?? content
  return {
    absentZero: Number(zeroFor.absent),
    cheatZero: Number(zeroFor.cheat),
    ratesOf,
    deviation,
    subjectStep: steps.subject / 100,
    totalStep: steps.total / 100,
    assign,
    assignBands,
    assignFlat,
    assignZero,
    bands,
    lines,
  }
}

/** The parameters that a form means. */
export function paramsOfForm({
  absentZero,
  cheatZero,
  ratesOf,
  deviation,
  subjectStep,
  totalStep,
  ...parts
}: ParamForm): ExamParams {
  return {
    policy: {
      zeroFor: { absent: absentZero === 1, cheat: cheatZero === 1 },
      ratesOf,
      deviation,
      steps: { subject: Math.round(subjectStep * 100), total: Math.round(totalStep * 100) },
    },
    ...parts,
    // A scheme without tracks has no cell for them.
    lines: parts.lines.map((line) => ({ ...line, subjectId: line.subjectId ?? null })),
  }
}
