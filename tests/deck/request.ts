/** What a request asks of the server. */
export async function asks(request: Request) {
  const said = await request.text()
  const body: unknown = said ? JSON.parse(said) : undefined
  return { method: request.method, path: new URL(request.url).pathname, body }
}
