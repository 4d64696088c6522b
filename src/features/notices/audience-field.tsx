import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SelectField } from '#src/crud/fields/select-field.tsx'
import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import { useFormValues } from '#src/crud/form/use-form-values.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { audienceQuery, type Chosen } from './announcement.queries.ts'
import { type AnnouncementForm, audienceOptions } from './announcement.schema.ts'

/** Whom an announcement is for, with how many people that are. */
export function AudienceField(props: FieldProps) {
  const values = useFormValues<AnnouncementForm>()
  const chosen = chosenIn(values)
  const { data, isError } = useQuery({
    ...audienceQuery(chosen ?? { audience: 'staff' }),
    enabled: chosen !== undefined,
    placeholderData: keepPreviousData,
  })
  const reaches = chosen && data && !isError ? m.announcement_reaches({ count: formatCount(data.count) }) : undefined
  const hint = [reaches ?? m.announcement_reachesUnknown(), props.hint].filter(Boolean).join(' ')
  return <SelectField {...props} hint={hint} field={{ options: audienceOptions }} />
}

const lists = { roles: 'roleIds', organizations: 'organizationIds', groups: 'groupIds' } as const

/** What the form has chosen; undefined while that is nobody. */
function chosenIn(values: ReturnType<typeof useFormValues<AnnouncementForm>>): Chosen | undefined {
  const { audience } = values
  if (audience === 'staff' || audience === 'members') return { audience }
  if (!audience) return undefined
  const name = lists[audience]
  const ids = values[name]
  return ids && ids.length > 0
    ? { audience, [`${name}[]` as const]: [...ids].sort((one, other) => one - other) }
    : undefined
}
