import { isSecret } from '#src/resource/field-traits.ts'
import { labelText } from '#src/resource/label.ts'
import { can } from '#src/resource/registry.ts'
import { unseenFields } from '#src/resource/seen-fields.ts'
import { registeredResources } from '#src/server/crud/resource-registry.server.ts'

type Holder = Parameters<typeof can>[0]

/**
 * The names of the columns of a list in code, in the language of the request: the row's title, then the other fields
 * that the list shows and the user may see. Undefined when the menu leads to no such list.
 */
export function listHead(menu: string, holder: Holder): string[] | undefined {
  const description = registeredResources().find(({ resource }) => resource.description.menu === menu)?.resource
    .description
  if (!description) return undefined
  const unseen = unseenFields(description, (node) => can(holder, node))
  const shown = description.fields.filter(
    (field) =>
      !field.list?.never &&
      !field.list?.hidden &&
      !isSecret(field) &&
      !unseen.includes(field) &&
      !(description.tree && field.name === 'pid'),
  )
  const isTitle = ({ name }: { name: string }) => name === description.rowTitle
  return [...shown.filter(isTitle), ...shown.filter((field) => !isTitle(field))].map(({ label }) => labelText(label))
}
