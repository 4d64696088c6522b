import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Can, PermissionProvider } from '#src/layout/can.tsx'

const add = 'baseInfo/organization/add'

test('what a user does not hold in the area of the page is not on it', async () => {
  const screen = await render(
    <>
      <PermissionProvider holder={{ super: false, nodes: new Set([add]) }}>
        <Can node={add}>
          <button type="button">Add in the back office</button>
        </Can>
        <Can node="baseInfo/organization/del">
          <button type="button">Delete in the back office</button>
        </Can>
        <PermissionProvider holder={{ super: false, nodes: new Set(['account/overview']) }}>
          <Can node={add}>
            <button type="button">Add in the member center</button>
          </Can>
        </PermissionProvider>
      </PermissionProvider>
      <Can node={add}>
        <button type="button">Add on the public site</button>
      </Can>
    </>,
  )
  const buttons = screen.getByRole('button').elements()
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Add in the back office'])
})

test('a super administrator holds every node that there is', async () => {
  const screen = await render(
    <PermissionProvider holder={{ super: true, nodes: new Set() }}>
      <Can node={add}>
        <p>Shown</p>
      </Can>
    </PermissionProvider>,
  )
  await expect.element(screen.getByText('Shown')).toBeVisible()
})
