/** The area of whoever is signed in. */
export function homeOf(isAdmin: boolean): '/admin' | '/dashboard' {
  return isAdmin ? '/admin' : '/dashboard'
}
