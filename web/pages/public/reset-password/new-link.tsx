import { Link } from '@tanstack/react-router'
import { t } from '../../../../contract/translate.ts'
import { homeOf } from '../../../lib/home-of.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'

/** The way on for whoever has a link of no use. Whoever is signed in needs none: the profile changes the password. */
export function NewLink() {
  const { isAuthenticated, isAdmin } = useSession()
  return (
    <Button variant="ghost" size="sm" asChild>
      {isAuthenticated ? (
        <Link to={homeOf(isAdmin)}>{t('Back to your account')}</Link>
      ) : (
        <Link to="/forgot-password">{t('Ask for a new link')}</Link>
      )}
    </Button>
  )
}
