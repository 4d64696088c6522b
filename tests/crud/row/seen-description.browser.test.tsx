import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useSeenDescription } from '#src/crud/row/use-seen-description.ts'
import { PermissionProvider } from '#src/layout/can.tsx'
import type { Description } from '#src/resource/description.ts'
import { label } from '../../support/label.ts'

const description: Description = {
  key: 'safe',
  menu: 'baseInfo/organization',
  title: label('Safe'),
  rowTitle: 'name',
  fields: [
    { name: 'name', type: 'text', label: label('Name') },
    { name: 'code', type: 'text', label: label('Code'), node: 'baseInfo/subject/edit' },
  ],
  quickSearch: ['name', 'code'],
  sorts: ['code', 'name'],
  sortGroups: [['name', 'code']],
  defaultOrder: 'id,asc',
}

function Seen() {
  const { fields, quickSearch, sorts, sortGroups } = useSeenDescription(description)
  return <output>{JSON.stringify([fields.map(({ name }) => name), quickSearch, sorts, sortGroups])}</output>
}

test.each([
  [[], [['name'], ['name'], ['name'], []]],
  [['baseInfo/subject/edit'], [['name', 'code'], ['name', 'code'], ['code', 'name'], [['name', 'code']]]],
])('a page has no field whose node the user lacks: %j', async (nodes, seen) => {
  const page = await render(
    <PermissionProvider holder={{ super: false, nodes: new Set<string>(nodes) }}>
      <Seen />
    </PermissionProvider>,
  )
  expect(JSON.parse(page.getByRole('status').element().textContent ?? '')).toEqual(seen)
})
