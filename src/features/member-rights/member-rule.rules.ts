import { partErrors, trimmedText } from '#src/features/rules/rule.rules.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { isMemberPage, pathOfPage } from '#src/resource/member-pages.ts'

type Values = Readonly<Record<string, unknown>>

const opening = ['route', 'menu', 'nav', 'nav_user_menu']

/** Whether a rule of a type leads to a page or to another site. */
export function isOpening(type: unknown): boolean {
  return opening.some((one) => one === type)
}

/** First parts of paths that the site has already. */
const TAKEN =
  /^(admin|adminApi|user|center|auth|api|storage|assets|401|404|terms|privacy|sign-in|healthz|readyz)(\/|\?|$)/i

/** The rules over several fields of a rule of the member side. The form and the server use them. */
export function memberRuleErrors(values: Values): FieldErrors {
  const { type, menuType, extend } = values
  const errors = partErrors(values, { opens: isOpening(type), buttonParent: m.memberRule_buttonParent })
  const [path, component] = [trimmedText(values.path), trimmedText(values.component)]
  if (isOpening(type) && !menuType) errors.menuType = [m.rule_required()]
  // A page of the public site has a path of its own, whatever it shows.
  const isPublic = type === 'route' || type === 'nav'
  if (isPublic && TAKEN.test(path) && extend !== 'add_menu_only') errors.path ??= [m.memberRule_pathTaken()]
  if ((type === 'route' || (type === 'nav' && menuType === 'iframe')) && path === '') errors.path = [m.rule_required()]
  if (!isOpening(type) || menuType !== 'tab') return errors
  if (extend === 'add_menu_only') {
    if (path === '') errors.path = [m.rule_required()]
    else if (!isPublic && !isMemberPage(path.split('?', 1)[0] ?? '')) errors.path ??= [m.memberRule_pathUnknown()]
    return errors
  }
  if (component === '') errors.component = [m.rule_required()]
  else if (isPublic ? pathOfPage(component) === undefined : !isMemberPage(component))
    errors.component = [m.memberRule_pageUnknown()]
  else if (!isPublic && path !== '' && path.split('?', 1)[0] !== component)
    errors.path ??= [m.memberRule_pathOfPage({ path: component })]
  return errors
}
