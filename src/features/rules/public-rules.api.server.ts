import * as v from 'valibot'
import { menuRule } from '#src/features/auth/auth.answers.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { type MenuRule, menuOf, publicRules } from './menu.server.ts'
import { pageAt } from './public-nav.server.ts'

const open = { method: 'get', tag: 'site', security: 'anyone' } as const

/** A member among those who call; anybody else is a visitor. */
const memberIn = (actor: Actor | undefined) => (actor?.side === 'user' ? actor : undefined)

/** What the rules of the member side let visitors and members do on the public site. */
export const publicRuleEndpoints = {
  rules: endpoint({
    ...open,
    path: '/api/rules',
    summary: m.call_publicRules,
    answer: v.object({ routes: v.array(menuRule), navs: v.array(menuRule), buttons: v.array(v.string()) }),
    run: async ({ db, actor }) => {
      const member = memberIn(actor)
      const rules = member ? await menuOf(db, member) : await publicRules(db, 'visitors')
      return { routes: kindsOf(rules, ['route']), navs: kindsOf(rules, ['nav', 'menu_dir']), buttons: buttonsOf(rules) }
    },
  }),
  route: endpoint({
    ...open,
    path: '/api/route',
    summary: m.call_publicRoute,
    query: v.strictObject({ path: v.pipe(v.string(), v.maxLength(200)) }),
    answer: v.strictObject({
      /** `signIn`: members may have it. `none`: the caller's group does not. */
      access: v.picklist(['open', 'signIn', 'none']),
      page: v.nullable(
        v.strictObject({
          title: v.string(),
          menu_type: v.nullable(v.picklist(['tab', 'link', 'iframe'])),
          url: v.string(),
          component: v.string(),
        }),
      ),
    }),
    errors: [404],
    run: async ({ db, actor, query }) => {
      const found = pageAt(await publicRules(db, 'all'), query.path)
      if (!found) throw new AppError(404)
      const member = memberIn(actor)
      const rules = member ? await menuOf(db, member) : await publicRules(db, 'visitors')
      if (!pageAt(rules, query.path)) return { access: member ? ('none' as const) : ('signIn' as const), page: null }
      const { title, menu_type, url, component } = found
      return { access: 'open' as const, page: { title, menu_type, url, component } }
    },
  }),
}

/** The rules of some types with those of the same types below them. Directories without any are left out. */
function kindsOf(rules: readonly MenuRule[], types: readonly string[]): MenuRule[] {
  return rules.flatMap((rule) => {
    const children = kindsOf(rule.children, types)
    if (!types.some((type) => type === rule.type)) return children
    return rule.type === 'menu_dir' && children.length === 0 ? [] : [{ ...rule, children }]
  })
}

function buttonsOf(rules: readonly MenuRule[]): string[] {
  return rules.flatMap(({ type, name, children }) => [...(type === 'button' ? [name] : []), ...buttonsOf(children)])
}
