import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useRights } from '#src/crud/row/use-rights.ts'
import { PermissionProvider } from '#src/layout/can.tsx'

const organizations = { key: 'organization', menu: 'baseInfo/organization' }

function Rights({ of = organizations }: { of?: Parameters<typeof useRights>[0] }) {
  return <output>{JSON.stringify(useRights(of))}</output>
}

test.each([
  [['add'], { add: true, edit: false, del: false, restore: true }],
  [['edit'], { add: false, edit: true, del: false, restore: false }],
  [['del'], { add: false, edit: false, del: true, restore: false }],
  [[], { add: false, edit: false, del: false, restore: false }],
])('a list offers what its nodes allow, and no more: %j', async (actions, rights) => {
  const nodes = new Set(actions.map((action) => `baseInfo/organization/${action}`))
  const page = await render(
    <PermissionProvider holder={{ super: false, nodes }}>
      <Rights />
    </PermissionProvider>,
  )
  expect(JSON.parse(page.getByRole('status').element().textContent ?? '')).toEqual(rights)
})

test('the nodes of another list allow nothing here; super may do everything', async () => {
  const nodes = new Set(['baseInfo/subject/add', 'baseInfo/subject/edit', 'baseInfo/subject/del'])
  const page = await render(
    <>
      <PermissionProvider holder={{ super: false, nodes }}>
        <Rights />
      </PermissionProvider>
      <PermissionProvider holder={{ super: true, nodes: new Set() }}>
        <Rights />
      </PermissionProvider>
    </>,
  )
  const [other, all] = page.getByRole('status').elements()
  expect(JSON.parse(other?.textContent ?? '')).toEqual({ add: false, edit: false, del: false, restore: false })
  expect(JSON.parse(all?.textContent ?? '')).toEqual({ add: true, edit: true, del: true, restore: true })
})

test.each([
  [['index'] as const, { add: false, edit: false, del: false, restore: false }],
  [['index', 'add'] as const, { add: true, edit: false, del: false, restore: true }],
  // Nobody adds rows by hand, so whoever deletes one brings it back, as the server says.
  [['index', 'del'] as const, { add: false, edit: false, del: true, restore: true }],
])('nobody has a right that the resource does not offer, not even super: %j', async (verbs, rights) => {
  const ledger = { key: 'ledger', menu: 'test/ledger', verbs }
  const nodes = new Set(['add', 'edit', 'del'].map((verb) => `test/ledger/${verb}`))
  const page = await render(
    <>
      <PermissionProvider holder={{ super: true, nodes: new Set() }}>
        <Rights of={ledger} />
      </PermissionProvider>
      <PermissionProvider holder={{ super: false, nodes }}>
        <Rights of={ledger} />
      </PermissionProvider>
    </>,
  )
  for (const shown of page.getByRole('status').elements()) expect(JSON.parse(shown.textContent ?? '')).toEqual(rights)
})
