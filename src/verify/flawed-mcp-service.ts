import { programInside, type Service } from './service.ts'

const port = 4020
const program = `${programInside}/lib/verify/flawed-mcp/main.js`

/** An MCP server whose flaws a page chooses by argument or path, for fixes on the client's side. */
export const flawedMcpService: Service = {
  name: 'flawed-mcp-server',
  describe: 'stand-in for MCP servers that misbehave, made with the official SDK',
  available: () => undefined,
  start: ['node', program, 'http', String(port)],
  env: { FLAWED_MCP_SERVER: program, FLAWED_MCP_URL: `http://127.0.0.1:${port}` },
  ready: port,
}
