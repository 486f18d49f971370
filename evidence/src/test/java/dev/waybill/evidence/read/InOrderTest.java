package dev.waybill.evidence.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InOrderTest {

    private static final int MOST_WAITING = 2 * Runtime.getRuntime().availableProcessors() + 1;

    private final List<Integer> handedOn = new ArrayList<>();

    @Test
    void resultsComeInTheOrderOfThePiecesWhateverIsDoneFirst() throws IOException {
        CountDownLatch second = new CountDownLatch(1);
        try (InOrder<Integer, Integer> inOrder = new InOrder<>(
                piece -> {
                    if (piece == 0 && Runtime.getRuntime().availableProcessors() > 1) {
                        await(second);
                    }
                    second.countDown();
                    return piece;
                },
                handedOn::add)) {
            for (int i = 0; i < 100; i++) {
                inOrder.add(i);
            }
        }
        assertThat(handedOn)
                .containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
    }

    @Test
    void noMorePiecesAreUnderWayThanKeepTheCoresBusy() throws IOException {
        AtomicInteger begun = new AtomicInteger();
        List<Integer> underWay = new ArrayList<>();
        try (InOrder<Integer, Integer> inOrder = new InOrder<>(
                piece -> {
                    begun.incrementAndGet();
                    return piece;
                },
                piece -> underWay.add(begun.get() - piece))) {
            for (int i = 0; i < 1000; i++) {
                inOrder.add(i);
            }
        }
        assertThat(underWay).hasSize(1000).allMatch(count -> count <= MOST_WAITING);
    }

    @Test
    void aSinglePieceNeedsNoOtherThread() throws IOException {
        List<Thread> threads = new ArrayList<>();
        try (InOrder<Integer, Thread> inOrder = new InOrder<>(piece -> Thread.currentThread(), threads::add)) {
            inOrder.add(1);
        }
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void whatCameBeforeDamageIsHandedOn() {
        assertThatThrownBy(() -> {
                    try (InOrder<Integer, Integer> inOrder = new InOrder<>(piece -> piece, handedOn::add)) {
                        inOrder.add(1);
                        inOrder.add(2);
                        throw new IOException("the file ends here");
                    }
                })
                .hasMessage("the file ends here");
        assertThat(handedOn).containsExactly(1, 2);
    }

    @Test
    void nothingIsHandedOnAfterAPieceThatFailed() {
        assertThatThrownBy(() -> {
                    try (InOrder<Integer, Integer> inOrder = new InOrder<>(piece -> 6 / piece, handedOn::add)) {
                        for (int piece : List.of(1, 2, 0, 3, 3, 3, 3, 3, 3, 3)) {
                            inOrder.add(piece);
                        }
                    }
                })
                .isInstanceOf(ArithmeticException.class);
        assertThat(handedOn).containsExactly(6, 3);
    }

    @Test
    void whoeverCannotTakeAResultIsNotGivenTheNext() {
        assertThatThrownBy(() -> {
                    try (InOrder<Integer, Integer> inOrder = new InOrder<>(piece -> piece, piece -> {
                        handedOn.add(piece);
                        throw new IllegalStateException("full");
                    })) {
                        inOrder.add(1);
                        inOrder.add(2);
                    }
                })
                .hasMessage("full");
        assertThat(handedOn).containsExactly(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
