// What both pages share. Written for old phones: no modules, no fetch, no arrow functions.
function $(id) { return document.getElementById(id) }

function text(tag, words, name) {
  var made = document.createElement(tag)
  made.textContent = words
  if (name) made.className = name
  return made
}

/** Markdown's marks are not for reading. */
function plain(words) { return words.replace(/[\x60*]/g, '') }

/** Sends JSON; `then` gets the status (0 without a network), the answer, and the seconds to wait before the next try. */
function send(method, path, body, then) {
  var request = new XMLHttpRequest()
  request.open(method, path)
  request.timeout = 10000
  if (body) request.setRequestHeader('Content-Type', 'application/json')
  request.onloadend = function () {
    var answer = {}
    try { answer = JSON.parse(request.responseText) } catch (error) { answer = { detail: 'The server is away.' } }
    then(request.status, answer, Number(request.getResponseHeader('Retry-After')) || 2)
  }
  request.send(body ? JSON.stringify(body) : null)
}

/**
 * Follows an event stream for as long as the page lives. A phone that slept, or changed its network, has a connection
 * that looks open and is dead: without a beat for 40 s, and whenever the page is seen again, a new one is opened.
 */
function follow(path, name, take, told) {
  var source = null, heard = 0, tries = 0, timer = 0

  function open() {
    clearTimeout(timer)
    if (source) source.close()
    heard = Date.now()
    source = new EventSource(path)
    source.addEventListener(name, function (event) {
      alive()
      take(JSON.parse(event.data))
    })
    source.addEventListener('beat', alive)
    source.onerror = lost
  }

  function alive() {
    heard = Date.now()
    tries = 0
    told(true)
  }

  function lost() {
    source.close()
    told(false)
    tries = Math.min(tries + 1, 4)
    clearTimeout(timer)
    timer = setTimeout(open, 1000 * tries * (0.5 + Math.random())) // a thousand phones do not come back at once
  }

  function seen() {
    if (!document.hidden && Date.now() - heard > 3000) open()
  }

  document.addEventListener('visibilitychange', seen)
  window.addEventListener('pageshow', seen)
  window.addEventListener('online', open)
  setInterval(function () { if (Date.now() - heard > 40000) open() }, 5000)
  open()
}

/** A number with two or three digits that count. */
function digits(number) {
  if (number === 0) return '0'
  var size = Math.abs(number)
  if (size >= 1e6 || size < 1e-3) return number.toExponential(1).replace('e+', 'e')
  return String(Number(number.toPrecision(size >= 100 ? 3 : 2)))
}

function shown(question, number) {
  if (question.kind === 'choice') return question.choices[number]
  return digits(number) + (question.kind === 'factor' ? '×' : question.unit ? ' ' + question.unit : '')
}
