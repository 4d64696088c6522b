import { createFileRoute } from '@tanstack/react-router'
import { toLoading } from '../../guards.ts'

export const Route = createFileRoute('/user/$')({ beforeLoad: toLoading('user') })
