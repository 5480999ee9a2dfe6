import type { Exchange } from './handlers';

/** Whether a request comes from this machine. Others may use the service, but not control it. */
export const fromThisMachine = ({ env }: Exchange): boolean =>
	/^(?:::ffff:)?127\.|^::1$/.test(env.incoming.socket.remoteAddress ?? '');
