import { m } from '#src/i18n/paraglide/messages.js'
import type { Option } from '#src/resource/description.ts'

/** How the entry of a rule opens. */
export const ruleMenuTypes = [
  { value: 'tab', label: m.menuRule_menuType_tab },
  { value: 'link', label: m.menuRule_menuType_link },
  { value: 'iframe', label: m.menuRule_menuType_iframe },
] as const satisfies readonly Option[]

export const ruleExtensions = [
  { value: 'none', label: m.menuRule_extend_none },
  { value: 'add_rules_only', label: m.menuRule_extend_add_rules_only },
  { value: 'add_menu_only', label: m.menuRule_extend_add_menu_only },
] as const satisfies readonly Option[]

export const ruleOrigins = [
  { value: 'builtIn', label: m.menuRule_origin_builtIn },
  { value: 'added', label: m.menuRule_origin_added },
] as const satisfies readonly Option[]
