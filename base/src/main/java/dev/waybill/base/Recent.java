package dev.waybill.base;

import java.util.LinkedHashMap;
import java.util.Map;

/// Remembers what was asked for last, and forgets the rest.
public final class Recent<K, V> extends LinkedHashMap<K, V> {

    private static final long serialVersionUID = 1;

    private final int most;

    public Recent(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
