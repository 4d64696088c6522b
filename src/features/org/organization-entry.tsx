import type { WriteAnswer } from '#src/crud/crud-client.ts'
import type { Control } from '#src/crud/described-field.tsx'
import { EntryDialog, type EntryTarget } from '#src/crud/entry-dialog.tsx'
import type { EntryValues } from '#src/crud/entry-values.ts'
import { CascadeField } from '#src/crud/fields/cascade-field.tsx'
import { RelationField } from '#src/crud/fields/relation-field.tsx'
import { areaLevels, areasBelow } from '#src/features/area/area.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { organizations } from './organization.queries.ts'
import { organizationDescription } from './organization.schema.ts'

type OrganizationEntryProps = {
  target: EntryTarget
  open: boolean
  /** The row being edited and what is known to lie below it: none of them can be its parent. */
  below: ReadonlySet<number>
  onSaved(answer: WriteAnswer, values: EntryValues): void
  onClose(changed?: boolean): void
}

/** Adding and editing an organization. */
export function OrganizationEntry({ target, below, ...rest }: OrganizationEntryProps) {
  const adding = target.kind === 'add'
  // In the middle of a title it is a word like any other.
  const title = m.organization_title().toLowerCase()
  const controls: Record<string, Control> = {
    pid: (props) => (
      <RelationField
        {...props}
        options={(text) => organizations.options('pid', text)}
        exclude={below}
        placeholder={m.organization_top()}
        hint={adding ? undefined : m.organization_parentHint()}
      />
    ),
    areaCode: (props) => <CascadeField {...props} levels={areaLevels()} below={areasBelow} />,
  }
  return (
    <EntryDialog
      {...rest}
      resource={organizations}
      description={organizationDescription}
      target={target}
      title={adding ? m.crud_addTitle({ title }) : m.crud_editTitle({ title })}
      controls={controls}
      firstField={adding ? 'code' : 'name'}
    />
  )
}
