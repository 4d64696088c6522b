import type { Kind } from './kind.server.ts'
import type { ResourceNames } from './names.server.ts'

/** The files of a resource. Its own fields are written into them. */
export function filesOf(names: ResourceNames, kind: Kind): Record<string, string> {
  const { key, path } = names
  const feature = `src/features/${key}/${key}`
  return {
    [`${feature}.table.server.ts`]: kind.table(names),
    [`${feature}.schema.ts`]: schema(names, kind),
    [`${feature}.api.server.ts`]: kind.api(names),
    [`${feature}.page.tsx`]: page(names, kind),
    [`app/routes/admin/_shell/${path}.tsx`]: route(names),
    [`tests/api/${key}.test.ts`]: kind.test(names),
    ...kind.more?.(names),
  }
}

function schema(names: ResourceNames, { described, form, order = 'id,desc' }: Kind): string {
  const { key, camel, pascal, path, texts } = names
  return `\
import type { Description } from '#src/resource/description.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { ${pascal}Row } from './${key}.table.server.ts'

export const ${camel}Description = {
  key: '${key}',
  menu: '${path}',
  title: m.${texts}_title,
  plural: m.menu_${camel},
${described(names)}  defaultOrder: '${order}',
} as const satisfies Description<${pascal}Row>
${form ? `\n${form(names)}` : ''}`
}

function page({ key, camel, pascal, plural, words }: ResourceNames, { form, tree }: Kind): string {
  const [page, file] = tree ? ['TreeResourcePage', 'tree-resource-page'] : ['ResourcePage', 'resource-page']
  return `\
import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ${page} } from '#src/crud/list/${file}.tsx'
import { ${camel}Description${form ? `, type ${pascal}Form` : ''} } from './${key}.schema.ts'
import type { ${pascal}Row } from './${key}.table.server.ts'

/** The typed client of the ${words} endpoints. */
export const ${plural} = crudClient<${pascal}Row${form ? `, ${pascal}Form` : ''}>('${key}')

export function ${pascal}Page(props: ListPageProps) {
  return <${page} {...props} resource={${plural}} description={${camel}Description} />
}
`
}

const pageOf = (key: string) => `#src/features/${key}/${key}.page.tsx`

const route = ({ key, pascal, path }: ResourceNames) => `\
import { createFileRoute } from '@tanstack/react-router'
import { ${pascal}Page } from '${pageOf(key)}'
import { listRoute, useListTab } from '${'../'.repeat(path.split('/').length + 2)}list-route.ts'

export const Route = createFileRoute('/admin/_shell/${path}')({
  ...listRoute('${key}'),
  component: () => <${pascal}Page {...useListTab(Route)} />,
})
`
