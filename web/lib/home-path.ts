/** Returns the start page of a person who is signed in. */
export function homePathOf(isAdmin: boolean): '/admin' | '/dashboard' {
  return isAdmin ? '/admin' : '/dashboard'
}
