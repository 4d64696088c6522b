import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { TriangleExclamationPoint } from 'lucide-react'
import { SelectField } from '#src/crud/fields/select-field.tsx'
import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import { useFormValues } from '#src/crud/form/use-form-values.ts'
import { listParams } from '#src/crud/query/list-params.ts'
import { listDefaults } from '#src/crud/query/list-search.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import { organizations } from './organization.queries.ts'
import { organizationTypes } from './organization.schema.ts'
import { isMisplaced } from './placement.ts'

/** The type of an organization. A note warns when the type does not belong below the chosen parent. */
export function TypeField(props: FieldProps) {
  const { data: site } = useSuspenseQuery(siteQuery)
  const { type, pid } = useFormValues()
  const parent = useParentType(typeof pid === 'number' ? pid : null)
  const misplaced =
    typeof type === 'string' && parent !== undefined && isMisplaced(site.organizationParents, type, parent)
  return (
    <>
      <SelectField {...props} field={{ options: organizationTypes }} />
      <p role="status" className="mt-1 flex items-start gap-1 text-sm text-warning-ink empty:hidden">
        {misplaced && <TriangleExclamationPoint aria-hidden size={14} className="mt-[3px] shrink-0" />}
        {misplaced &&
          (parent === null
            ? m.organization_misplacedTop({ type: nameOf(type) })
            : m.organization_misplaced({ type: nameOf(type), parent: nameOf(parent) }))}
      </p>
    </>
  )
}

function nameOf(type: string): string {
  const found = organizationTypes.find(({ value }) => value === type)
  return found ? labelText(found.label) : type
}

/** The type of an organization; null without an organization, undefined until it is known. */
function useParentType(id: number | null): string | null | undefined {
  const only = { field: 'id', operator: 'eq', val: id ?? 0 } as const
  const { data } = useQuery({
    ...organizations.list(listParams({ ...listDefaults, limit: 1, filter: only })),
    enabled: id !== null,
    placeholderData: undefined,
  })
  return id === null ? null : data?.list.find((row) => row.id === id)?.type
}
