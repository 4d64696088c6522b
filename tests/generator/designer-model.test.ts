import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Design } from '#src/features/generator/design.schema.ts'
import { freeName, keyOfTitle } from '#src/features/generator/design.ts'
import { canRename, withKey, withRelations } from '#src/features/generator/design-edit.ts'
import { errorsOf, firstWrong, missingIn, remainingErrors } from '#src/features/generator/design-errors.ts'
import {
  type DesignerAction,
  type DesignerState,
  designerOf,
  designerReducer,
} from '#src/features/generator/designer-model.ts'
import { readDictionary } from '#src/features/generator/dictionary.ts'
import { finishedDesign } from '#src/features/generator/finished-design.ts'
import { optionValue, withEvenOptions } from '#src/features/generator/option-values.ts'
import { blankDesign, fieldOfPreset, fieldPresets } from '#src/features/generator/presets.ts'
import { designTypes } from '#src/features/generator/retype.ts'
import { descriptionSchema } from '#src/resource/description-schema.ts'

const label = (text: string) => ({ 'zh-cn': text, en: text })

/** A stored design in which each part names the field `begins`. */
function storedDesign(): Design {
  return {
    tableName: 'res_stay',
    scopeField: 'begins',
    icon: '',
    columns: { ends: { unique: true } },
    description: {
      key: 'stay',
      menu: 'exam/stay',
      title: label('Stay'),
      rowTitle: 'begins',
      fields: [
        { name: 'begins', type: 'date', label: label('Begins'), rangeTo: 'ends' },
        { name: 'ends', type: 'date', label: label('Ends'), rangeTo: 'begins', list: { with: 'begins' } },
        { name: 'note', type: 'text', label: label('Note'), showWhen: { field: 'begins', filled: true } },
        { name: 'other', type: 'relation', label: label('Other'), resource: 'stay', template: '{begins} ({note})' },
      ],
      quickSearch: ['begins', 'note'],
      sorts: ['begins', 'createTime'],
      sortGroups: [['begins', 'ends']],
      defaultOrder: 'begins,desc',
      synonyms: { begins: ['From'] },
    },
  }
}

const run = (state: DesignerState, ...actions: DesignerAction[]) => actions.reduce(designerReducer, state)

const preset = (key: string, design: Design) => {
  const found = fieldPresets.get(key)
  const field = found && fieldOfPreset(found, design)
  if (!field) throw new Error(`there is no preset ${key}`)
  return field
}

describe('names', () => {
  test('are unique and valid, and a label without Latin letters gives a number', () => {
    expect(freeName([], 'Exam room')).toBe('examRoom')
    expect(freeName(['examRoom', 'examRoom2'], 'Exam room')).toBe('examRoom3')
    expect(freeName([], '考场')).toBe('field1')
    expect(freeName(['field1'], '考场')).toBe('field2')
    // The names of the base columns are taken.
    expect(freeName([], 'id')).toBe('id2')
    expect(freeName([], '2nd ID')).toBe('ndID')
    expect(keyOfTitle('2 Exam rooms!')).toBe('exam-rooms')
  })

  test('cannot be those of other fields, of base columns, or no names', () => {
    const design = storedDesign()
    expect(canRename(design, 'begins', 'start')).toBe(true)
    for (const wrong of ['ends', 'createTime', 'sortKey', 'Start', 'a b', '']) {
      expect(canRename(design, 'begins', wrong), wrong).toBe(false)
    }
  })
})

describe('a field', () => {
  test('that is renamed has its new name wherever the description names it, and keeps where it was stored', () => {
    const { design, selected } = run(
      designerOf(storedDesign()),
      { kind: 'select', name: 'begins' },
      { kind: 'rename', name: 'begins', to: 'start' },
    )
    expect(selected).toBe('start')
    expect(JSON.stringify(design).replace('"from":"begins"', '')).not.toContain('begins')
    expect(design.columns).toEqual({ ends: { unique: true }, start: { from: 'begins' } })
    expect(design.description).toMatchObject({
      rowTitle: 'start',
      quickSearch: ['start', 'note'],
      sorts: ['start', 'createTime'],
      sortGroups: [['start', 'ends']],
      defaultOrder: 'start,desc',
      synonyms: { start: ['From'] },
    })
    expect(design.scopeField).toBe('start')
    expect(design.description.fields[3]).toMatchObject({ template: '{start} ({note})' })
    // Back again, nothing differs from what is stored.
    const back = run(designerOf(design), { kind: 'rename', name: 'start', to: 'begins' })
    expect(back.design.columns).toEqual({ ends: { unique: true } })
    const ends = run(designerOf(design), { kind: 'rename', name: 'ends', to: 'until' })
    expect(ends.design.columns.until).toEqual({ unique: true, from: 'ends' })
  })

  test('that is new stays new under another name', () => {
    const { design } = run(designerOf(blankDesign()), { kind: 'rename', name: 'name', to: 'title' })
    expect(design.columns).toEqual({ title: { from: null } })
  })

  test('that is removed is named by nothing any more', () => {
    const { design } = run(designerOf(storedDesign()), { kind: 'remove', name: 'begins' })
    expect(JSON.stringify(design)).not.toContain('"begins"')
    expect(design.description).toMatchObject({ rowTitle: 'note', quickSearch: ['note'], defaultOrder: 'id,desc' })
    expect(design.scopeField).toBeNull()
  })

  test('comes at its place, and moves', () => {
    const design = storedDesign()
    const field = preset('status', design)
    const added = run(designerOf(design), { kind: 'add', field, at: 1 })
    expect(added.selected).toBe('status')
    expect(added.design.columns.status).toEqual({ from: null })
    const names = (state: DesignerState) => state.design.description.fields.map(({ name }) => name).join()
    expect(names(added)).toBe('begins,status,ends,note,other')
    expect(names(run(added, { kind: 'move', from: 1, to: 4 }))).toBe('begins,ends,note,other,status')
    expect(names(run(added, { kind: 'move', from: 0, to: -1 }))).toBe(names(added))
  })

  test('with another type keeps what fits it', () => {
    const design = storedDesign()
    design.description.fields.push(
      {
        name: 'cents',
        type: 'money',
        label: label('Price'),
        min: 100,
        default: 500,
        list: { total: 'sum', width: 90 },
      },
      { name: 'files', type: 'file', label: label('Files'), multiple: true, maxItems: 3, accept: '.pdf' },
    )
    const state = designerOf(design)
    const typed = (name: string, type: 'integer' | 'text' | 'image' | 'password' | 'datetime') =>
      run(state, { kind: 'type', name, type }).design.description.fields.find((one) => one.name === name)
    expect(typed('cents', 'integer')).toMatchObject({ type: 'integer', min: 1, default: 500, list: { total: 'sum' } })
    const text = typed('cents', 'text')
    expect(text?.default).toBeUndefined()
    expect(text?.list).toEqual({ total: undefined, render: undefined, inline: undefined, width: 90 })
    expect(typed('files', 'image')).toMatchObject({ multiple: true, maxItems: 3 })
    expect(typed('files', 'image')).not.toHaveProperty('accept')
    expect(typed('begins', 'datetime')).not.toHaveProperty('rangeTo')
    // Both ends of a range have one type, and no list is searched by a password.
    const after = run(state, { kind: 'type', name: 'begins', type: 'password' }).design
    expect(after.description.fields[1]).toMatchObject({ name: 'ends', rangeTo: undefined })
    expect(after.description).toMatchObject({ rowTitle: 'note', quickSearch: ['note'], sorts: ['createTime'] })
  })
})

describe('undo', () => {
  test('takes back what was typed in one text as one step, and redo brings it again', () => {
    const start = designerOf(blankDesign())
    const put = (text: string): DesignerAction => ({
      kind: 'design',
      step: 'title',
      change: (design) => ({ ...design, description: { ...design.description, title: label(text) } }),
    })
    const typed = run(start, put('R'), put('Ro'), put('Room'))
    expect(typed.past).toHaveLength(1)
    const undone = run(typed, { kind: 'undo' })
    expect(undone.design).toEqual(start.design)
    expect(run(undone, { kind: 'redo' }).design).toEqual(typed.design)
    expect(run(undone, { kind: 'undo' })).toBe(undone)
    // After another selection, typing is another step. A change ends what can be brought again.
    const two = run(typed, { kind: 'select', name: null }, put('Rooms'))
    expect(two.past).toHaveLength(2)
    expect(run(two, { kind: 'undo' }, put('X')).future).toHaveLength(0)
    // A selected field that is gone is no longer selected.
    const added = run(start, { kind: 'add', field: preset('text', start.design) }, { kind: 'undo' })
    expect(added.selected).toBeNull()
  })
})

test('each preset makes a field that can be stored, in each type', () => {
  let design = withKey(blankDesign(), 'room')
  for (const one of fieldPresets.values()) {
    const field = fieldOfPreset(one, design)
    if (field) design = run(designerOf(design), { kind: 'add', field, design: one.design }).design
    else if (one.design) design = one.design(design)
  }
  design = finishedDesign({
    ...design,
    description: { ...design.description, menu: 'exam/room', title: label('Room') },
  })
  expect(v.safeParse(descriptionSchema, design.description).issues).toBeUndefined()
  expect(design.description).toMatchObject({ tree: true, sortable: true, defaultOrder: 'sortKey,asc' })
  expect(() => preset('tree', design)).toThrow('no preset tree')
  for (const { name } of design.description.fields) {
    for (const type of designTypes) {
      const { description } = run(designerOf(design), { kind: 'type', name, type }).design
      expect(v.safeParse(descriptionSchema, description).issues, `${name} as ${type}`).toBeUndefined()
    }
  }
})

test('the key of a new resource takes table, menu and its own tree along', () => {
  const design = withKey(storedDesign(), 'long-stay')
  expect(design).toMatchObject({
    tableName: 'res_long_stay',
    description: { key: 'long-stay', menu: 'exam/long-stay' },
  })
  expect(design.description.fields[3]).toMatchObject({ resource: 'long-stay' })
})

test('a label in one language alone stands for both', () => {
  const design = storedDesign()
  design.description.title = { 'zh-cn': '住宿', en: '' }
  design.description.fields[2] = {
    name: 'note',
    type: 'select',
    label: { 'zh-cn': '', en: 'Note' },
    help: { 'zh-cn': '', en: ' ' },
    options: [{ value: 'a', label: { 'zh-cn': '甲', en: '' } }],
  }
  const { description } = finishedDesign(design)
  expect(description.title).toEqual(label('住宿'))
  expect(description.fields[2]).toMatchObject({
    label: label('Note'),
    help: undefined,
    options: [{ value: 'a', label: label('甲') }],
  })
})

test('a comment with a dictionary gives title and options, with colons and commas of either width', () => {
  const off = { value: '0', label: label('停用') }
  const on = { value: '1', label: label('启用') }
  expect(readDictionary('状态：0=停用，1=启用')).toEqual({ title: '状态', options: [off, on] })
  expect(readDictionary(' 状态 :0=停用, 1=启用')).toEqual({ title: '状态', options: [off, on] })
  expect(readDictionary('State:a=A=B,a=C')?.options).toEqual([{ value: 'a', label: label('A=B') }])
  for (const text of ['状态', '状态:', ':0=Off', 'Time: 10:30', 'State:0=,1=On'])
    expect(readDictionary(text)).toBeUndefined()
})

test('messages go to the field they are about, also after it has moved, until what they are about has changed', () => {
  const design = storedDesign()
  design.description.key = ''
  const refused = {
    ...missingIn(design),
    'description.fields.2.label.en': ['Too long'],
    'columns.ends.unique': ['Two rows have the same'],
    'description.form': ['Unknown'],
  }
  const errors = errorsOf(design, refused)
  expect(errors).toMatchObject({
    '': { key: [expect.any(String)], form: ['Unknown'] },
    note: { 'label.en': ['Too long'] },
    ends: { unique: ['Two rows have the same'] },
  })
  expect(firstWrong(design, errors)).toBeNull()
  expect(firstWrong(design, { note: { label: ['x'] }, ends: { name: ['x'] } })).toBe('ends')
  const moved = run(designerOf(design), { kind: 'move', from: 2, to: 0 }).design
  expect(remainingErrors(errors, design, moved)).toEqual(errors)
  const fixed = run(designerOf(design), {
    kind: 'design',
    change: (old) => ({ ...old, columns: {}, description: { ...old.description, key: 'stay' } }),
  }).design
  expect(remainingErrors(errors, design, fixed)).toEqual({ '': { form: ['Unknown'] }, note: errors.note })
})

test('fields that point to rows of other screens become relations, and leave the quick search', () => {
  const begun = blankDesign()
  const [name] = begun.description.fields
  if (!name) throw new Error('a blank design has a field')
  const code = { ...name, name: 'code' }
  const design: Design = {
    ...begun,
    description: { ...begun.description, fields: [name, code], quickSearch: ['name', 'code'], rowTitle: 'code' },
  }
  const relations = [
    { field: 'code', resource: 'room' },
    { field: 'gone', resource: 'room' },
  ]
  const { description } = withRelations(design, relations)
  expect(description.fields).toMatchObject([{ type: 'text' }, { name: 'code', type: 'relation', resource: 'room' }])
  expect(description).toMatchObject({ quickSearch: ['name'], rowTitle: 'name' })
  expect(withRelations({ ...design, description }, relations).description).toEqual(description)
})

test('the options of a field are all numbers or all texts, because one column holds them', () => {
  const options = (...values: (string | number)[]) => values.map((value) => ({ value, label: label(String(value)) }))
  expect(['4', '04', 'x', ''].map((typed) => optionValue(typed, options(1, 2)))).toEqual([4, '04', 'x', ''])
  expect([optionValue('4', options('1')), optionValue('4', [])]).toEqual(['4', '4'])
  const select = { type: 'select' as const, label: label('Kind') }
  const { description } = storedDesign()
  const even = (...values: (string | number)[]) =>
    withEvenOptions({
      ...description,
      fields: [
        { ...select, name: 'kind', options: options(...values), default: 1 },
        { ...select, name: 'kinds', multiple: true, options: options(...values), default: [1, 'x'] },
        { name: 'note', type: 'text', label: label('Note'), showWhen: { field: 'kind', in: [1] } },
        { name: 'more', type: 'text', label: label('More'), showWhen: { field: 'kind', notIn: [1, 'x'] } },
        { name: 'other', type: 'text', label: label('Other'), showWhen: { field: 'kind', filled: true } },
        {
          name: 'rows',
          type: 'rows',
          label: label('Rows'),
          maxItems: 2,
          fields: [{ ...select, name: 'of', options: options(...values) }],
        },
      ],
    }).fields
  expect(even(1, 'x')).toMatchObject([
    { options: [{ value: '1' }, { value: 'x' }], default: '1' },
    { options: [{ value: '1' }, { value: 'x' }], default: ['1', 'x'] },
    { showWhen: { in: ['1'] } },
    { showWhen: { notIn: ['1', 'x'] } },
    { showWhen: { filled: true } },
    { fields: [{ options: [{ value: '1' }, { value: 'x' }] }] },
  ])
  expect(even(1, '2')).toMatchObject([{ options: [{ value: 1 }, { value: 2 }], default: 1 }, {}, {}, {}, {}, {}])
  const plain = { ...description, fields: [{ ...select, name: 'kind', options: options(1, 2) }] }
  expect(withEvenOptions(plain)).toBe(plain)
})
