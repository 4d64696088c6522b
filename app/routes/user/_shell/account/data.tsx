import { createFileRoute } from '@tanstack/react-router'
import { MemberData } from '../../../../member-data.tsx'

export const Route = createFileRoute('/user/_shell/account/data')({
  staticData: { title: 'pagesTitle_ownData', node: 'account/data' },
  component: Data,
})

function Data() {
  return <MemberData />
}
