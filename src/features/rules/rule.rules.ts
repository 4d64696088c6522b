import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'

type Values = Readonly<Record<string, unknown>>

/** Parts with a slash between them. A button's last part is its verb. */
const NAME = /^[\w-]+(\/[\w-]+)*$/
/** The path of a page below the area of its menu, also with a query. */
const PATH = /^[\w-]+(\/[\w-]+)*(\?\S*)?$/
/** Paths of the back office that are no menus. A menu there would never be seen. */
const PAGES = /^(login|loading|iframe)(\/|\?|$)/
const WEB_PAGE = /^https?:\/\//i

/** The rules over several fields of a menu rule. The form and the server use them. */
export function ruleErrors(values: Values): FieldErrors {
  const { type, extend } = values
  const isTab = type === 'menu' && values.menuType === 'tab'
  const errors = partErrors(values, { opens: type === 'menu', buttonParent: m.menuRule_buttonParent })
  const path = trimmedText(values.path)
  if (isTab && PAGES.test(path)) errors.path ??= [m.menuRule_pathTaken()]
  if (isTab && path === '') errors.path = [m.rule_required()]
  if (isTab && extend !== 'add_menu_only' && trimmedText(values.component) === '')
    errors.component = [m.rule_required()]
  return errors
}

type Kind = {
  /** The type of the rule leads somewhere. */
  opens: boolean
  buttonParent: () => string
}

/** What holds for the rules of both sides: names, the spelling of paths, and addresses of other sites. */
export function partErrors(values: Values, { opens, buttonParent }: Kind): FieldErrors {
  const { type, menuType, extend } = values
  const [name, path, url] = [trimmedText(values.name), trimmedText(values.path), trimmedText(values.url)]
  const errors: FieldErrors = {}
  if (name !== '' && !NAME.test(name)) errors.name = [m.menuRule_nameWrong()]
  if (type === 'button' && name !== '' && !name.includes('/')) errors.name ??= [m.menuRule_buttonName()]
  if (type === 'button' && !values.pid) errors.pid = [buttonParent()]
  if (type !== 'button' && path !== '' && !PATH.test(path)) errors.path = [m.menuRule_pathWrong()]
  // Without a value, new rules get the default.
  if (extend === null) errors.extend = [m.rule_required()]
  if (values.weight === null) errors.weight = [m.rule_required()]
  const isElsewhere = opens && (menuType === 'link' || menuType === 'iframe')
  if (isElsewhere && url !== '' && !(WEB_PAGE.test(url) && URL.canParse(url))) errors.url = [m.menuRule_urlWrong()]
  return errors
}

/** The trimmed text of a field; empty without one. */
export function trimmedText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
