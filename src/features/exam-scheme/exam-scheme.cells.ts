import { subjectTypes } from '#src/features/subject/subject.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { CellField } from '#src/resource/description.ts'
import { bandSides, lineKinds } from './exam-scheme.options.ts'

// The columns of the tables inside an exam scheme.

export const subjectCells = [
  { name: 'subjectId', type: 'relation', label: m.examScheme_subject, required: true, resource: 'subject' },
  { name: 'kind', type: 'select', label: m.subject_type, required: true, options: subjectTypes, default: 'required' },
  {
    name: 'fullMark',
    type: 'number',
    label: m.examScheme_fullMark,
    required: true,
    decimals: 1,
    min: 1,
    max: 1000,
    default: 100,
  },
  { name: 'counts', type: 'switch', label: m.examScheme_counts },
  { name: 'assigned', type: 'switch', label: m.examScheme_assigned, default: 0 },
] as const satisfies readonly CellField[]

export const combinationCells = [
  { name: 'name', type: 'text', label: m.examScheme_combination, required: true, max: 50 },
  {
    name: 'subjectIds',
    type: 'relation',
    label: m.examScheme_subjects,
    required: true,
    multiple: true,
    resource: 'subject',
  },
] as const satisfies readonly CellField[]

export const assignCells = [
  { name: 'name', type: 'text', label: m.examScheme_bandName, required: true, max: 20 },
  {
    name: 'percent',
    type: 'number',
    label: m.examScheme_share,
    required: true,
    decimals: 2,
    min: 0.01,
    max: 100,
  },
  { name: 'high', type: 'integer', label: m.examScheme_high, required: true, min: 0, max: 1000 },
  { name: 'low', type: 'integer', label: m.examScheme_low, required: true, min: 0, max: 1000 },
] as const satisfies readonly CellField[]

export const bandCells = [
  { name: 'name', type: 'text', label: m.examScheme_bandName, required: true, max: 20 },
  { name: 'side', type: 'select', label: m.examScheme_side, required: true, options: bandSides, default: 'from' },
  {
    name: 'percent',
    type: 'number',
    label: m.examScheme_ofFullMark,
    required: true,
    decimals: 2,
    min: 0,
    max: 100,
  },
  { name: 'color', type: 'color', label: m.subject_color },
] as const satisfies readonly CellField[]

export const lineCells = [
  { name: 'name', type: 'text', label: m.examScheme_lineName, required: true, max: 50 },
  { name: 'subjectId', type: 'relation', label: m.examScheme_lineFor, resource: 'subject' },
  { name: 'by', type: 'select', label: m.examScheme_by, required: true, options: lineKinds, default: 'score' },
  { name: 'value', type: 'number', label: m.examScheme_value, required: true, decimals: 2, min: 0, max: 10_000_000 },
  { name: 'effective', type: 'switch', label: m.examScheme_effective },
] as const satisfies readonly CellField[]
