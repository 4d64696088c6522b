import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { moduleDrawings } from './module-icons.server.ts'
import { findModulePage, pageNameAt } from './module-pages.server.ts'

const common = { method: 'get', tag: 'resource', security: 'admin' } as const

/** What installed modules show besides their resources. */
export const moduleScreenEndpoints = {
  /** A page needs the node of its menu, which has its name. */
  page: endpoint({
    ...common,
    path: '/adminApi/module/page',
    summary: m.call_modulePage,
    query: v.pipe(
      v.object({
        name: v.optional(v.pipe(v.string(), v.maxLength(100))),
        path: v.optional(v.pipe(v.string(), v.maxLength(100))),
      }),
      v.forward(
        v.check(
          ({ name, path }) => name !== undefined || path !== undefined,
          () => m.rule_required(),
        ),
        ['name'],
      ),
    ),
    answer: v.strictObject({ name: v.string(), title: v.string(), content: v.string() }),
    errors: [403, 404],
    run: async ({ db, actor, query }) => {
      const name = query.path === undefined ? query.name : await pageNameAt(db, query.path)
      const page = name === undefined ? undefined : await findModulePage(db, name)
      if (!page) throw new AppError(404, m.part_pageGone())
      if (!actor.super && !actor.nodes.has(page.name)) throw new AppError(403)
      return { name: page.name, title: page.title[getLocale()], content: page.content[getLocale()] }
    },
  }),
  /** The drawing of an icon says nothing that the caller may not know. */
  icon: endpoint({
    ...common,
    path: '/adminApi/module/icon',
    summary: m.call_moduleIcon,
    query: v.object({ name: v.pipe(v.string(), v.maxLength(100)) }),
    answer: v.nullable(v.strictObject({ viewBox: v.string(), body: v.string() })),
    run: async ({ db, query }) => (await moduleDrawings(db)).get(query.name) ?? null,
  }),
}
