package dev.waybill.runtime.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Names keep the addresses under which they were judged, as long as a request to them is under way. Without it a name
/// could lead to a public address when it is judged and to a private one when the connection is made.
///
/// The JDK finds it as a service; its HTTP client offers no other way in.
public final class PinnedNames extends InetAddressResolverProvider {

    private static final Map<String, Pin> PINS = new ConcurrentHashMap<>();

    private record Pin(List<InetAddress> addresses, int holders) {}

    /// Holds a name to what it means now.
    static Held hold(String host) throws UnknownHostException {
        String name = host.toLowerCase(Locale.ROOT);
        return pin(name, List.of(InetAddress.getAllByName(name)));
    }

    static Held pin(String name, List<InetAddress> now) {
        Pin pin = PINS.compute(
                name, (_, held) -> held == null ? new Pin(now, 1) : new Pin(held.addresses(), held.holders() + 1));
        return new Held(name, pin.addresses());
    }

    /// A name that is held. Closing lets it go.
    record Held(String name, List<InetAddress> addresses) implements AutoCloseable {
        @Override
        public void close() {
            PINS.computeIfPresent(
                    name, (_, pin) -> pin.holders() == 1 ? null : new Pin(pin.addresses(), pin.holders() - 1));
        }
    }

    @Override
    public InetAddressResolver get(Configuration configuration) {
        InetAddressResolver system = configuration.builtinResolver();
        return new InetAddressResolver() {
            @Override
            public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
                Pin pin = PINS.get(host.toLowerCase(Locale.ROOT));
                return pin == null ? system.lookupByName(host, policy) : pin.addresses().stream();
            }

            @Override
            public String lookupByAddress(byte[] address) throws UnknownHostException {
                return system.lookupByAddress(address);
            }
        };
    }

    @Override
    public String name() {
        return "waybill";
    }
}
