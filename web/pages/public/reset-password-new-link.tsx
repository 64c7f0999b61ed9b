import { Link } from '@tanstack/react-router'
import { homeOf } from '../../lib/guards.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'

/** The way on for whoever has a link of no use. Whoever is signed in needs none: the profile changes the password. */
export function NewLink() {
  const { isAuthenticated, isAdmin } = useSession()
  return (
    <Button variant="ghost" size="sm" asChild>
      {isAuthenticated ? (
        <Link to={homeOf(isAdmin)}>Back to your account</Link>
      ) : (
        <Link to="/forgot-password">Ask for a new link</Link>
      )}
    </Button>
  )
}
