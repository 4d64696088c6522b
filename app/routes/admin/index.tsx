import { createFileRoute } from '@tanstack/react-router'
import { toLoading } from '../../guards.ts'

export const Route = createFileRoute('/admin/')({ beforeLoad: toLoading('admin') })
