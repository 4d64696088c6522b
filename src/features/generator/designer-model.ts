import type { Design } from './design.schema.ts'
import type { DesignField, DesignType } from './design.ts'
import { withField, withMoved, withName, withoutField, withReplaced, withType } from './design-edit.ts'

/** The most steps that can be undone. */
const STEPS = 200

/** What the designer shows. `past` and `future` are for undo and redo. */
export type DesignerState = {
  design: Design
  /** The field whose properties are shown; null: those of the whole screen. */
  selected: string | null
  past: readonly Design[]
  future: readonly Design[]
  /** What the last step has changed. Typing on in the same text belongs to the same step. */
  step: string | undefined
}

export type DesignerAction =
  /** Without a place, the field comes after all others. */
  | { kind: 'add'; field: DesignField; at?: number; design?: (design: Design) => Design }
  | { kind: 'move'; from: number; to: number }
  | { kind: 'rename'; name: string; to: string }
  /** @param step names the text that is typed in; without it, the change is a step of its own */
  | { kind: 'field'; field: DesignField; step?: string }
  | { kind: 'type'; name: string; type: DesignType }
  | { kind: 'remove'; name: string }
  | { kind: 'design'; change(design: Design): Design; step?: string }
  | { kind: 'select'; name: string | null }
  | { kind: 'undo' }
  | { kind: 'redo' }
  /** Another design takes the place of this one: what was stored. */
  | { kind: 'load'; design: Design }

/** The state in which the designer opens. */
export function designerOf(design: Design): DesignerState {
  return { design, selected: null, past: [], future: [], step: undefined }
}

/** The state after an action. */
export function designerReducer(state: DesignerState, action: DesignerAction): DesignerState {
  switch (action.kind) {
    case 'add': {
      const { field, at = state.design.description.fields.length } = action
      const more = action.design ?? ((design: Design) => design)
      return { ...changed(state, more(withField(state.design, field, at))), selected: field.name }
    }
    case 'move':
      return changed(state, withMoved(state.design, action.from, action.to))
    case 'rename': {
      const next = changed(state, withName(state.design, action.name, action.to))
      return next === state || state.selected !== action.name ? next : { ...next, selected: action.to }
    }
    case 'field':
      return changed(state, withReplaced(state.design, action.field), action.step)
    case 'type':
      return changed(state, withType(state.design, action.name, action.type))
    case 'remove': {
      const next = changed(state, withoutField(state.design, action.name))
      return { ...next, selected: state.selected === action.name ? neighbor(state, action.name) : state.selected }
    }
    case 'design':
      return changed(state, action.change(state.design), action.step)
    case 'select':
      return { ...state, selected: action.name, step: undefined }
    case 'undo':
      return undone(state)
    case 'redo':
      return redone(state)
    case 'load':
      return designerOf(action.design)
  }
}

/** Whether two designs are the same. */
export function sameDesign(one: Design, other: Design): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

function changed(state: DesignerState, design: Design, step?: string): DesignerState {
  if (sameDesign(state.design, design)) return state
  const goesOn = step !== undefined && step === state.step
  const past = goesOn ? state.past : [...state.past, state.design].slice(-STEPS)
  return { ...state, design, past, future: [], step }
}

function undone(state: DesignerState): DesignerState {
  const design = state.past.at(-1)
  if (!design) return state
  const future = [state.design, ...state.future]
  return { design, selected: stillIn(design, state.selected), past: state.past.slice(0, -1), future, step: undefined }
}

function redone(state: DesignerState): DesignerState {
  const [design, ...future] = state.future
  if (!design) return state
  const past = [...state.past, state.design]
  return { design, selected: stillIn(design, state.selected), past, future, step: undefined }
}

function stillIn(design: Design, name: string | null): string | null {
  return design.description.fields.some((one) => one.name === name) ? name : null
}

/** The field after a field that goes, or before it. */
function neighbor({ design }: DesignerState, name: string): string | null {
  const { fields } = design.description
  const at = fields.findIndex((one) => one.name === name)
  return (fields[at + 1] ?? fields[at - 1])?.name ?? null
}
