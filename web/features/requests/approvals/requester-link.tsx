import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export function RequesterLink({ userId, children }: { userId: string; children: ReactNode }) {
  return (
    <Link to="/admin/users/$userId" params={{ userId }} className="link">
      {children}
    </Link>
  )
}
