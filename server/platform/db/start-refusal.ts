/** A reason not to start that the operator can correct. It is shown as one line, without a stack. */
export class StartRefusal extends Error {
  override name = 'StartRefusal'
}
