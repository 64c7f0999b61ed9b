/** A reason not to start that the person at the console can act on: it is shown as one line, without a stack. */
export class StartRefusal extends Error {
  override name = 'StartRefusal'
}
