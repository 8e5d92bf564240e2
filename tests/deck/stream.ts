import type { BusEvent } from '../../addons/jaxlive/rest/types'

/** A stream that a test speaks through, as there is no EventSource outside of a browser. */
export class Stream extends EventTarget {
  static readonly CLOSED = 2
  static opened: Stream[] = []
  readyState = 1

  constructor() {
    super()
    Stream.opened.push(this)
  }

  say(event: BusEvent) {
    this.dispatchEvent(new MessageEvent(event.type, { data: JSON.stringify(event) }))
  }

  breakOff(readyState: number) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
}
