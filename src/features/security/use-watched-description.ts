import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Field } from '#src/resource/description.ts'
import { watchedQuery } from './security.queries.ts'

type Choice = { value: string; title: string }

/** The description of a log whose conditions name resources and fields by their titles, and offer them. */
export function useWatchedDescription<TRow>(description: Description<TRow>): Description<TRow> {
  const { data } = useQuery(watchedQuery)
  return useMemo(() => {
    if (!data) return description
    const resources = data.list.map(({ resource, title }) => ({ value: resource, title }))
    const labels = Map.groupBy(
      data.list.flatMap(({ fields }) => fields),
      ({ field }) => field,
    )
    // A field of several resources has the names that it has there.
    const fields = [...labels].map(([value, ofField]) => {
      const names = [...new Set(ofField.map(({ label }) => label))]
      return { value, title: names.slice(0, 3).join(m.crud_listSeparator()) }
    })
    const choices: Readonly<Record<string, Choice[]>> = { resource: resources, field: fields }
    const offered = description.fields.map((field) => withChoices(field, choices[field.name]))
    return { ...description, fields: offered }
  }, [data, description])
}

function withChoices<TName extends string>(field: Field<TName>, choices: Choice[] | undefined): Field<TName> {
  if (!choices) return field
  const { name, label, list } = field
  const options = choices.map(({ value, title }) => ({ value, label: () => title }))
  return { name, label, type: 'select', options, readOnly: true, ...(list ? { list } : {}) }
}
