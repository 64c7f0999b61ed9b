import { Link } from '@tanstack/react-router'
import { t } from '../../../../contract/translate.ts'
import { homePathOf } from '../../../lib/home-path.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'

/**
 * A button for a reader with a link that does not work. A signed-in reader returns to the account, as the profile can
 * change the password.
 */
export function NewLink() {
  const { isAuthenticated, isAdmin } = useSession()
  return (
    <Button variant="ghost" size="sm" asChild>
      {isAuthenticated ? (
        <Link to={homePathOf(isAdmin)}>{t('Back to your account')}</Link>
      ) : (
        <Link to="/forgot-password">{t('Ask for a new link')}</Link>
      )}
    </Button>
  )
}
