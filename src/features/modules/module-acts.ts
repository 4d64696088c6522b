import { m } from '#src/i18n/paraglide/messages.js'
import type { Tone } from '#src/lib/tone.ts'
import type { ModuleCategory } from './manifest.schema.ts'
import type { ModuleCard, ModuleState } from './store.schema.ts'

/** What can be done with a module. `off` and `on`: a part of the product. */
export type ModuleAct =
  | 'install'
  | 'goOn'
  | 'update'
  | 'enable'
  | 'disable'
  | 'on'
  | 'off'
  | 'back'
  | 'discard'
  | 'uninstall'

/** How a state is shown. */
export const stateLooks: Record<ModuleState, { label(): string; tone: Tone }> = {
  0: { label: m.store_stateNone, tone: 'neutral' },
  1: { label: m.store_stateInstalled, tone: 'success' },
  2: { label: m.store_stateWaiting, tone: 'accent' },
  3: { label: m.store_stateConflicts, tone: 'warning' },
  4: { label: m.store_stateNeeds, tone: 'warning' },
  5: { label: m.store_stateOccupied, tone: 'danger' },
  6: { label: m.store_stateDisabled, tone: 'neutral' },
}

/** How the state of a module is shown. A part of the product is on or off. */
export function stateLook({ origin, state }: Pick<ModuleCard, 'origin' | 'state'>): { text: string; tone: Tone } {
  if (origin === 'part')
    return state === 1 ? { text: m.store_partOn(), tone: 'success' } : { text: m.store_partOff(), tone: 'neutral' }
  const { label, tone } = stateLooks[state]
  return { text: label(), tone }
}

export const categoryNames: Record<ModuleCategory, () => string> = {
  office: m.store_category_office,
  teaching: m.store_category_teaching,
  exams: m.store_category_exams,
  members: m.store_category_members,
  data: m.store_category_data,
  system: m.store_category_system,
  other: m.store_category_other,
}

/** What the button of an act says. */
export const actNames: Record<ModuleAct, () => string> = {
  install: m.store_install,
  goOn: m.store_goOn,
  update: m.store_update,
  enable: m.store_enable,
  disable: m.store_disable,
  on: m.store_switchOn,
  off: m.store_switchOff,
  back: m.store_back,
  discard: m.store_discard,
  uninstall: m.store_uninstall,
}

/** What can be done with a module in its state, the main act first. */
export function actsOf(card: ModuleCard): ModuleAct[] {
  const { origin, state, update, waiting } = card
  if (origin === 'part') return [state === 1 ? 'off' : 'on']
  // An archive that is here goes on from where it is: nothing else may have it.
  const news: ModuleAct[] = waiting !== null ? ['goOn', 'discard'] : update ? ['update'] : []
  switch (state) {
    case 0:
      return ['install']
    case 1:
      return [...news, 'disable', 'uninstall']
    case 6:
      return ['enable', ...news, 'uninstall']
    default:
      return ['goOn', 'discard']
  }
}

/** What a part of the page does with modules. Undefined: the user may only look. */
export type OnAct = ((card: ModuleCard, act: ModuleAct) => void) | undefined
